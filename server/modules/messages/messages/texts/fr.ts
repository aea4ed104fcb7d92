// French texts of messages. Codes and links are each on a line of their own.
import type { Texts } from '../kinds.ts'

export const fr: Texts = {
  contact: 'Une question ? {contact}',
  automatic: 'Ce message a été envoyé automatiquement. Les réponses ne sont pas lues.',
  answered: 'Vous pouvez répondre à ce message : votre texte devient un commentaire de la réclamation.',
  kinds: {
    login_code: {
      subject: '{portal} : votre code de connexion',
      text: 'Quelqu’un se connecte à {portal} avec votre nom d’utilisateur. Si c’est vous, voici votre code :\n\n{code}\n\nIl est valable dix minutes et une seule fois. Nous ne le demandons jamais par téléphone. Si ce n’est pas vous, changez votre mot de passe : quelqu’un le connaît.',
      sms: '{code} est votre code de connexion {portal}. Ne le donnez à personne.',
    },
    registration: {
      subject: '{portal} : choisissez votre nom d’utilisateur et votre mot de passe',
      text: 'Bonjour {name},\n\nUn compte pour {organisation} vous attend. Choisissez ici votre nom d’utilisateur et votre mot de passe :\n\n{link}\n\nLe lien est valable sept jours et une seule fois. Si vous ne l’attendiez pas, ne faites rien : sans vous, le compte reste fermé.',
      sms: '{portal} : choisissez ici votre mot de passe : {link}',
    },
    registration_code: {
      subject: '{portal} : le code de votre inscription',
      text: 'Saisissez ce code là où vous vous inscrivez :\n\n{code}\n\nIl est valable dix minutes et une seule fois. Nous ne le demandons jamais par téléphone.',
      sms: "{code} est votre code d'inscription {portal}. Ne le donnez à personne.",
    },
    code_setup: {
      subject: '{portal} : confirmez où arrivent vos codes',
      text: 'Vos codes de connexion {portal} doivent désormais arriver ici. Pour confirmer, saisissez ce code dans les réglages :\n\n{code}\n\nIl est valable dix minutes. Si vous ne l’avez pas demandé, changez votre mot de passe.',
      sms: '{code} confirme ce numéro pour {portal}. Ne le donnez à personne.',
    },
    new_device: {
      subject: '{portal} : connexion sur un nouvel appareil',
      text: 'Votre compte vient d’être utilisé sur un appareil qu’il ne connaissait pas : {device}, depuis {address}.\n\nSi c’était vous, il n’y a rien à faire. Sinon, changez votre mot de passe maintenant et fermez les autres sessions dans les réglages.',
      sms: "{portal} : connexion sur un nouvel appareil ({device}). Ce n'était pas vous ? Changez votre mot de passe.",
    },
    password_changed: {
      subject: '{portal} : votre mot de passe a été changé',
      text: 'Le mot de passe de votre compte {portal} vient d’être changé sur {device}, depuis {address}.\n\nSi c’était vous, il n’y a rien à faire. Sinon, prévenez tout de suite votre contact ci-dessous.',
      sms: "{portal} : votre mot de passe a été changé. Ce n'était pas vous ? Appelez votre contact.",
    },
    purchase_list: {
      subject: '{portal} : liste d’achats de {name}',
      text: 'Bonjour,\n\n{name} souhaite commander :\n\n{lines}\n\nMerci d’envoyer les fichiers comme d’habitude.',
      sms: '{portal} : {name} vous a envoyé une liste d’achats par e-mail.',
    },
    invoice_made: {
      subject: '{portal} : {title} {number}',
      text: '{issuer} a créé un document pour vous : {title} {number}, {amount}\n\nIl est joint à ce message, en PDF et en données pour vos comptes. Vous le trouvez aussi ici :\n\n{link}',
      sms: '{portal} : {title} {number} : {amount}',
    },
    invoice_overdue: {
      subject: '{portal} : la facture {number} est en retard',
      text: 'La facture {number} devait être payée au plus tard le {due}. Reste à payer : {amount}\n\nVoici le document :\n\n{link}\n\nSi vous avez payé entre-temps, il n’y a rien à faire.',
      sms: '{portal} : {number} en retard : {amount}',
    },
    direct_debit_ahead: {
      subject: '{portal} : prélèvement de {amount} le {day}',
      text: '{issuer} prélèvera {amount} sur votre compte le {day} par prélèvement SEPA :\n\n{lines}\n\nRéférence du mandat : {reference}\nICS (créancier SEPA) : {creditor}\n\nMerci de vérifier que votre compte est approvisionné ce jour-là.',
      sms: '{portal} : prélèvement de {amount} le {day}.',
    },
    direct_debit_given_up: {
      subject: '{portal} : pas de prélèvement le {day}',
      text: '{issuer} vous avait annoncé un prélèvement SEPA de {amount} sur votre compte le {day}. Il est annulé : rien n’est prélevé ce jour-là pour ces factures.\n\n{lines}\n\nLes factures qui ne sont pas encore payées restent dues. Vous serez prévenu avant tout nouveau prélèvement.',
      sms: '{portal} : le prélèvement du {day} est annulé.',
    },
    login_request: {
      subject: '{portal} : {name} attend votre approbation',
      text: '{name} se connecte sur un appareil que le compte ne connaît pas : {device}. L’écran affiche là-bas cette référence :\n\n{code}\n\nSi vous êtes au courant, approuvez la demande dans {portal}, sous « Demandes de connexion ». Sinon, refusez-la au même endroit.',
      sms: '{portal} : {name} attend votre approbation, référence {code}.',
    },
    slip: {
      subject: '{organisation} : ticket de votre recharge',
      text: 'Votre recharge est arrivée. Vendue par : {organisation}\n\n{goods}\nNuméro : {number}\nArrivé : {arrived}\nPrix : {price}\nHeure : {at}\nTransaction : {order}',
      sms: '{organisation} : {goods}, {number}, arrivé : {arrived}, prix : {price}, {at}, no {order}',
    },
    pins: {
      subject: '{organisation} : votre code',
      text: 'Vous avez acheté chez {organisation} :\n\n{lines}\n\nQuiconque lit ce message peut utiliser le code. Gardez-le pour vous.',
      sms: '{organisation}\n{lines}',
    },
    credit_low: {
      subject: '{portal} : votre solde est bientôt épuisé',
      text: 'Bonjour,\n\nLe solde de {organisation} est bientôt épuisé. Disponible : {available}\n\nPensez à demander un crédit à {portal} à temps. Votre solde se trouve ici :\n\n{link}\n\nSi vous ne souhaitez plus ces rappels, vous pouvez les y désactiver.',
      sms: '{portal} : votre solde est bas : {available}.',
    },
    credit_lasts: {
      subject: '{portal} : votre solde est bientôt épuisé',
      text: 'Bonjour,\n\nLe solde de {organisation} est bientôt épuisé. Disponible : {available}\n\nÀ votre rythme habituel, il suffit jusqu’au {until}.\n\nPensez à demander un crédit à {portal} à temps. Votre solde se trouve ici :\n\n{link}\n\nSi vous ne souhaitez plus ces rappels, vous pouvez les y désactiver.',
      sms: '{portal} : votre solde {available} suffit jusqu’au {until}.',
    },
    report: {
      subject: '{portal} : {title}, {day}',
      text: 'Bonjour,\n\nVoici en pièce jointe le rapport que vous vous faites envoyer : {title}, {day}\n\nVous le modifiez ou l’arrêtez dans {portal} sous « Rapports par e-mail ».',
      sms: '{portal} : rapport {title}, {day}.',
    },
    report_link: {
      subject: '{portal} : {title}',
      text: 'Bonjour,\n\nLe rapport {title} est trop grand pour un e-mail. Connectez-vous et récupérez-le ici dans la journée :\n\n{link}',
      sms: '{portal} : le rapport {title} est prêt.',
    },
    reclaim_list: {
      subject: '{portal} : liste de réclamations, {count}',
      text: 'Bonjour,\n\nVous trouverez ci-joint la liste des cartes de {company} qui font l’objet d’une réclamation. Réclamations : {count}.\n\nÉcrivez yes (non utilisée, créditée) ou no dans la colonne answer et renvoyez le fichier.\n\n{note}',
      sms: '{portal} : liste de réclamations, {count}.',
    },
    reclaim_comment: {
      subject: '{portal} : commentaire sur la réclamation {number}',
      text: '{name} écrit au sujet de la réclamation {number} ({product}) :\n\n{lines}\n\nLisez la réclamation et répondez ici :\n\n{link}',
      sms: '{portal} : nouveau commentaire sur la réclamation {number}.',
    },
    reclaim_reply_refused: {
      subject: '{portal} : votre réponse à la réclamation {number}',
      text: 'Votre réponse à la réclamation {number} n’a pas été reprise. La réclamation est décidée depuis un certain temps, elle a autant de commentaires que possible, ou vous ne pouvez plus traiter de réclamations.\n\nSi vous le pouvez, lisez-la ici :\n\n{link}',
      sms: '{portal} : votre réponse à la réclamation {number} n’a pas été reprise.',
    },
    reclaim_reply_files: {
      subject: '{portal} : les fichiers de votre réponse à la réclamation {number}',
      text: 'Le texte de votre réponse à la réclamation {number} a été repris, mais pas les fichiers. Ajoutez-les ici :\n\n{link}',
      sms: '{portal} : fichiers non repris (réclamation {number}).',
    },
    prices_coming: {
      subject: '{portal} : nouveaux prix à partir du {day}',
      text: 'À partir du {day}, de nouveaux prix s’appliquent pour vous chez : {issuer}\n\nVous les voyez à la caisse, ou à partir de ce jour dans la liste de vos produits.',
      sms: '{portal} : nouveaux prix à partir du {day}.',
    },
  },
}
